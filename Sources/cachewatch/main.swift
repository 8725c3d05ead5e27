import CTerminalTools
import SystemCalls

StandardStreams.fillGaps()
cterminal_ignore_broken_pipes()
ProcessEnd.exit(Tool.run(CommandLineArguments.current))
