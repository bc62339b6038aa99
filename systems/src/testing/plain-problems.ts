import { createHash } from 'node:crypto';
import { json, type Received, type Reply } from '#stand-ins/stand-in.ts';

/** Problem of the plain system. */
export interface PlainProblem {
  id: string;
  title: string;
  html: string;
  /** Shown to accounts only. */
  isClosed: boolean;
}

/** Habits of the pages of problems that tests change. */
export interface PlainPages {
  problems: PlainProblem[];
  /** Problems of one part of the list. */
  partSize: number;
  /** Whether pages of problems have an `ETag`. */
  hasTags: boolean;
  languages: string[];
  /** Pictures by their path. */
  pictures: Map<string, { type: string; content: Uint8Array } | { location: string }>;
}

export function createPlainPages(): PlainPages {
  return {
    problems: Array.from({ length: 7 }, (_, at) => ({
      ...{ id: String(101 + at), title: `Problem ${at}`, html: `<p>Text ${at}</p>`, isClosed: false },
    })),
    ...{ partSize: 3, hasTags: false, languages: ['G++', 'Python'], pictures: new Map() },
  };
}

/** Answers what needs no account; null: it is no such page. */
export function answerPage(pages: PlainPages, received: Received, isSignedIn: boolean): Reply | null {
  const { path, query, headers } = received;
  switch (path) {
    case '/problems':
      return json(partOf(pages, Number(query.get('from') ?? 0)));
    case '/languages':
      return json(pages.languages);
    case '/problem': {
      const problem = pages.problems.find(({ id }) => id === query.get('id'));
      if (!problem) return json({ error: `There is no ${query.get('id')}` }, 422);
      if (problem.isClosed && !isSignedIn) return json({ error: 'sign in' }, 401);
      return pages.hasTags ? tagged(json(problem), headers['if-none-match']) : json(problem);
    }
    default: {
      const picture = pages.pictures.get(path);
      if (!picture) return null;
      if ('location' in picture) return { status: 302, headers: { location: picture.location } };
      return { headers: { 'content-type': picture.type }, body: picture.content };
    }
  }
}

function partOf({ problems, partSize }: PlainPages, from: number) {
  const next = from + partSize;
  return {
    problems: problems.slice(from, next).map(({ id, title }) => ({ id, title })),
    next: next < problems.length ? next : null,
  };
}

function tagged(reply: Reply, known: string | undefined): Reply {
  const etag = `"${createHash('sha256')
    .update(reply.body ?? '')
    .digest('hex')}"`;
  if (known === etag) return { status: 304, headers: { etag } };
  return { ...reply, headers: { ...reply.headers, etag } };
}
