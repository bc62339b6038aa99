import { z } from 'zod';
import { flag, integer, optional, type Setting } from '#settings/setting.ts';

/** Settings of how web processes are reached. */
export const WEB_SETTINGS = {
  port: {
    env: 'PORT',
    help: 'port of the page and the API',
    expected: 'a number from 0 to 65535 (0 = any free port)',
    defaultText: '3000',
    schema: integer(0, 65_535),
  },
  webs: {
    env: 'WEBS',
    help: 'web processes of npm start, on PORT and the ports after it; a reverse proxy shares the work among them',
    expected: 'a number from 1 to 8',
    defaultText: '1',
    // Eight take 192 of the 200 connections of the built-in database.
    schema: integer(1, 8),
  },
  host: {
    env: 'HOST',
    help: 'address to listen on; 127.0.0.1 keeps everybody else out',
    expected: 'an address or a host name of this machine',
    // Participants sit at other machines; a proxy on the same machine wants 127.0.0.1.
    defaultText: '0.0.0.0',
    schema: z.string().regex(/^[\w.:-]+$/),
  },
  publicUrl: {
    env: 'PUBLIC_URL',
    help: 'how people reach the site; with https cookies travel encrypted only',
    expected: 'an address such as https://contest.example.org, without a path',
    defaultText: null,
    schema: optional(
      z
        .string()
        .regex(/^https?:\/\/[^\s/?#@]+\/?$/)
        .refine((url) => URL.canParse(url))
        .transform((url) => url.replace(/\/$/, '')),
    ),
  },
  trustProxy: {
    env: 'TRUST_PROXY',
    help: 'believe X-Forwarded-For and -Proto; only behind a proxy of yours',
    expected: 'on or off',
    defaultText: 'off',
    schema: flag,
  },
  drainSeconds: {
    env: 'DRAIN_SECONDS',
    help: 'how long an ending web process behind a proxy (TRUST_PROXY) still serves, until the proxy gives its requests to others',
    expected: 'a number of seconds from 0 to 10',
    defaultText: '2',
    schema: integer(0, 10),
  },
} as const satisfies Record<string, Setting>;
