#include "CTerminalTools.h"
