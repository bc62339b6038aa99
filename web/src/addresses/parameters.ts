import { type LoaderFunctionArgs, redirect } from 'react-router';

/** Redirects addresses with invalid parameters to the start, as unknown addresses. */
export function digitsOnly(...names: string[]) {
  return ({ params }: LoaderFunctionArgs) =>
    names.every((name) => /^\d{1,9}$/.test(params[name] ?? '')) ? null : redirect('/');
}

export function lettersOnly({ params }: LoaderFunctionArgs) {
  return /^[a-z]{1,3}$/i.test(params.problemIndex ?? '') ? null : redirect('/');
}

export function adminOrDigits({ params }: LoaderFunctionArgs) {
  return /^(?:admin|\d{1,9})$/.test(params.peerId ?? '') ? null : redirect('/');
}

export function myOrAll({ params }: LoaderFunctionArgs) {
  return params.select === 'my' || params.select === 'all' ? null : redirect('/');
}
