<?php
function deep($level)
{
    return $level === 0 ? 0 : 1 + deep($level - 1);
}

switch (trim(fgets(STDIN))) {
    case 'hello':
        echo "hello\n";
        break;
    case 'deep':
        echo deep(100000), "\n";
        break;
    case 'exit':
        exit(3);
    case 'fail':
        throw new Exception('as wished');
    case 'loop':
        while (true);
    case 'blocks':
        for ($blocks = []; ; ) $blocks[] = str_repeat('x', 1 << 20);
    case 'nodes':
        for ($node = null; ; ) $node = [$node, 1];
}
