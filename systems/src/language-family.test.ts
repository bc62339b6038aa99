import { expect, test } from 'vitest';
import { familyOf } from '#language-family.ts';

test.each([
  ['G++ 13.2 x64', 'c_cpp'],
  ['Visual C 2022', 'c_cpp'],
  ['GNU GCC C11 5.1.0', 'c_cpp'],
  ['Clang++17 x64', 'c_cpp'],
  ['Node.js 15.8.0', 'javascript'],
  ['JavaScript V8 4.8.0', 'javascript'],
  ['Java SE JDK 16.0.1', 'java'],
  ['C# 10, .NET SDK 6.0', 'csharp'],
  ['D DMD32 v2.105.0', 'd'],
  ['PascalABC.NET 3.8.3', 'pascal'],
  ['PyPy 3.10 x64', 'python'],
  ['Go 1.14 x64', 'golang'],
  ['Rust 1.75 x64', 'rust'],
  ['Haskell GHC 8.10.1', 'haskell'],
  ['MS Visual Basic 2017', 'text'],
  ['Befunge', 'text'],
])('%s is of the family %s', (name, family) => {
  expect(familyOf(name).family).toBe(family);
});
