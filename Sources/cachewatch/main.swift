print("cachewatch")
