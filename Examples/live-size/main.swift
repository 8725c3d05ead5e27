print("live-size")
