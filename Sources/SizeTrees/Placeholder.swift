/// SizeTrees.
