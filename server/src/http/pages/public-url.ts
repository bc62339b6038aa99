/** Whether people reach the site by https: its cookies are Secure then, and browsers are to stay with it. */
export const isHttps = (publicUrl: string | null): boolean => publicUrl?.startsWith('https://') ?? false;
