// expect: idlenessLimit on 1
setTimeout(() => {}, 100000);
