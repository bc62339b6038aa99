// expect: compilationError
const a = ;
