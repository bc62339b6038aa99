// expect: runtimeError on 1
null.length;
