<?php // expect: accepted
[$first, $second, $balloon] = array_map('intval', preg_split('/\s+/', trim(stream_get_contents(STDIN))));
$litres = $first + $second;
echo intdiv($litres, $balloon), ' ', $litres % $balloon, "\n";
