import { cellsOf, ENGLISH_WORDS } from '#stand-ins/english-runs.ts';
import type { Outcome } from '#stand-ins/judge-model.ts';
import type { BookedRun, RunBook } from '#stand-ins/run-book.ts';
import { escapeHtml } from '#stand-ins/stand-in.ts';

/** Invented problem of the stand-in. */
export interface TimusProblem {
  num: string;
  en: TimusText;
  /** Null: never translated, so both pages show the English text. */
  ru: TimusText | null;
  timeLimit: string;
  memoryLimit: string;
  /** HTML of the samples, of which the site has several forms. */
  samples: string;
}

interface TimusText {
  title: string;
  legend: string;
  input: string;
  output: string;
}

/** Frame of every page: the search of authors is its first form, the footer its end. */
export function framed(title: string, body: string): string {
  return `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><HTML><HEAD><META http-equiv="Content-Type" content="text/html; charset=utf-8"><TITLE>${title} @ Timus Online Judge</TITLE><LINK REL="stylesheet" TYPE="text/css" HREF="/style58.css"></HEAD><BODY><TABLE WIDTH="100%" CLASS="body"><TR><TD CLASS="caption"><A HREF="/">Timus Online Judge</A></TD></TR><TR><TD CLASS="panel"><TABLE CLASS="panel"><TR><TH><DIV>Problems</DIV></TH><TH><DIV>Authors</DIV></TH></TR><TR><TD VALIGN="TOP"><A HREF="/problemset.aspx">Problem set</A><BR><A HREF="/status.aspx">Judge status</A></TD><TD><FORM ACTION="/search.aspx" METHOD="GET" STYLE="margin-top:0.6em;"><INPUT NAME="Str" SIZE="12" VALUE="" PLACEHOLDER="Author’s name"> <INPUT TYPE="SUBMIT" VALUE="Search"></FORM></TD></TR></TABLE></TD></TR><TR><TD STYLE="padding-top: 32px; padding-bottom: 20px;">${body}</TD></TR><TR><TD CLASS="footer">© 2000–2026 <A HREF="/">Timus Online Judge Team</A>. All rights reserved.</TD></TR></TABLE></BODY></HTML>`;
}

export function listPage(problems: readonly TimusProblem[], isRussian: boolean): string {
  const rows = problems.map((problem, at) => {
    const { title } = textOf(problem, isRussian);
    const link = `problem.aspx?space=1&amp;num=${problem.num}`;
    return `<TR CLASS="content"><TD></TD><TD>${problem.num}</TD><TD CLASS="name"><A HREF="${link}">${escapeHtml(title)}</A></TD><TD CLASS="source"><A HREF="#">Invented contest</A></TD><TD><A HREF="rating.aspx?space=1&amp;num=${problem.num}">${90 + at}</A></TD><TD>${20 + at}</TD></TR>`;
  });
  const head =
    '<TR CLASS="content"><TH></TH><TH>ID</TH><TH>Title</TH><TH>Source</TH><TH>Solved</TH><TH>Difficulty</TH></TR>';
  return framed('Problem set', `<TABLE CLASS="problemset">${head}${rows.join('')}</TABLE>`);
}

const textOf = ({ en, ru }: TimusProblem, isRussian: boolean) => (isRussian && ru ? ru : en);

const WORDS = {
  en: {
    time: 'Time limit',
    second: 'second',
    memory: 'Memory limit',
    mb: 'MB',
    input: 'Input',
    output: 'Output',
    samples: 'Sample',
    author: 'Problem Author',
    source: 'Problem Source',
  },
  ru: {
    time: 'Ограничение времени',
    second: 'секунды',
    memory: 'Ограничение памяти',
    mb: 'МБ',
    input: 'Исходные данные',
    output: 'Результат',
    samples: 'Пример',
    author: 'Автор задачи',
    source: 'Источник задачи',
  },
};

const paragraph = (html: string) =>
  `<DIV CLASS="problem_par"><DIV CLASS="problem_par_normal">${html}</DIV></DIV>`;
const head = (text: string) => `<H3 CLASS="problem_subtitle">${text}</H3>`;

export function problemPage(problem: TimusProblem, isRussian: boolean): string {
  const { num, timeLimit, memoryLimit, samples } = problem;
  const { title, legend, input, output } = textOf(problem, isRussian);
  const words = isRussian ? WORDS.ru : WORDS.en;
  const limits = `${words.time}: ${timeLimit} ${words.second}<BR>${words.memory}: ${memoryLimit} ${words.mb}<BR>`;
  const text = [
    ...[paragraph(legend), head(words.input), paragraph(input), head(words.output), paragraph(output)],
    ...(samples === '' ? [] : [head(words.samples), samples]),
    `<DIV CLASS="problem_source"><B>${words.author}: </B>Ada Invented<BR><B>${words.source}: </B>Cup of Nowhere: Finals<BR></DIV>`,
  ].join('');
  const tags = `<DIV><B>Tags: </B><A HREF="problemset.aspx?space=1&amp;tag=game">games</A>  <SPAN CLASS="problem_tags_toggle">(<FORM METHOD="POST" ACTION="problem.aspx?space=1&amp;num=${num}" ID="ToggleTagsForm"><INPUT TYPE="hidden" NAME="Action" VALUE="HideTags">hide tags</FORM>)</SPAN></DIV>`;
  const links = `<DIV CLASS="problem_links"><SPAN>Difficulty: 82</SPAN>    <A HREF="submit.aspx?space=1&amp;num=${num}">Submit solution</A></DIV>`;
  const content = `<DIV CLASS="problem_content"><H2 class="problem_title">${num}. ${escapeHtml(title)}</H2><DIV class="problem_limits">${limits}</DIV><DIV ID="problem_text">${text}</DIV></DIV>`;
  return framed(
    `${num}. ${escapeHtml(title)}`,
    `<TABLE ALIGN="CENTER"><TR><TD WIDTH="800">${content}${tags}${links}</TD></TR></TABLE>`,
  );
}

/** @param refusal text in red; null: none */
export function submitPage(
  languages: readonly (readonly [string, string])[],
  refusal: string | null,
): string {
  const red =
    refusal === null
      ? ''
      : `<TR><TD ALIGN="CENTER" STYLE="padding-bottom:16px; color:Red;">${escapeHtml(refusal)}</TD></TR>`;
  const options = languages
    .map(([id, name]) => `<OPTION VALUE="${id}">${escapeHtml(name)}</OPTION>`)
    .join('');
  return framed(
    'Submit solution',
    `<H2 CLASS="title">Submit solution</H2><CENTER><DIV CLASS="submit_solution_form"><FORM ACTION="submit.aspx?space=1" METHOD="POST" ENCTYPE="multipart/form-data"><INPUT TYPE="HIDDEN" NAME="Action" VALUE="submit"><INPUT TYPE="HIDDEN" NAME="SpaceID" VALUE="1"><TABLE>${red}<TR><TD ALIGN="LEFT">JUDGE_ID: <INPUT NAME="JudgeID" VALUE="" SIZE="8" AUTOCOMPLETE="OFF"> &nbsp; Language: <SELECT NAME="Language" SIZE="1">${options}</SELECT> &nbsp; Problem: <INPUT NAME="ProblemNum" VALUE="" SIZE="5"></TD></TR><TR><TD>Solution source code (not more than 64 KB):<BR><TEXTAREA NAME="Source" ROWS="20"></TEXTAREA></TD></TR><TR><TD><INPUT TYPE="FILE" NAME="SourceFile"></TD></TR><TR><TD ALIGN="CENTER"><INPUT TYPE="SUBMIT" VALUE="Submit"></TD></TR></TABLE></FORM></DIV></CENTER>`,
  );
}

/** Words of the judge. */
const VERDICTS: Record<Outcome['verdict'], string> = {
  ...ENGLISH_WORDS,
  RE: 'Runtime error (access violation)',
  FAIL: 'Can&#39;t be judged',
  IGNORED: 'Ignored by the moon',
  STRANGE: 'Verdict of tomorrow',
};

/** @param viewerId author who is signed in: only he sees links to sources */
export function statusPage(book: RunBook, runs: readonly BookedRun[], viewerId: string | null): string {
  const rows = runs.map((run, at) => {
    const { word, outcome, test, seconds, kilobytes } = cellsOf(book, run, VERDICTS, 'Received');
    const kind = outcome === null ? 'wt' : outcome.verdict === 'OK' ? 'ac' : 'rj';
    const html = outcome?.verdict === 'CE' ? `<A HREF="ce.aspx?id=${run.id}">${word}</A>` : word;
    const memory = kilobytes && `${kilobytes.replaceAll(' ', '&nbsp;')} KB`;
    const id =
      run.authorId === viewerId ? `<A HREF="getsubmit.aspx/${run.id}.cpp">${run.id}</A>` : `${run.id}`;
    return `<TR CLASS="${at % 2 === 0 ? 'even' : 'odd'}"><TD CLASS="id">${id}</TD><TD CLASS="date">${dateOf(run.sentAtMs)}</TD><TD CLASS="coder"><A HREF="author.aspx?id=${run.authorId}">author ${run.authorId}</A></TD><TD CLASS="problem"><A HREF="problem.aspx?space=1&amp;num=${run.problem}">${run.problem}<SPAN CLASS="problemname">. Invented</SPAN></A></TD><TD CLASS="language">${escapeHtml(run.language)}</TD><TD CLASS="verdict_${kind}">${html}</TD><TD CLASS="test">${test}</TD><TD CLASS="runtime">${seconds}</TD><TD CLASS="memory">${memory}</TD></TR>`;
  });
  const columns = [
    'ID',
    'Date',
    'Author',
    'Problem',
    'Language',
    'Judgement result',
    'Test #',
    'Execution time',
    'Memory used',
  ];
  const header = `<TR CLASS="header">${columns.map((name) => `<TH>${name}</TH>`).join('')}</TR>`;
  return framed(
    'Judge status',
    `<H2 CLASS="title">Solutions judgement results</H2><TABLE CLASS="status">${header}${rows.join('')}<TR><TD COLSPAN="3" ALIGN="LEFT"></TD><TD COLSPAN="6" ALIGN="RIGHT"><A HREF="status.aspx?space=1">To the top</A></TD></TR></TABLE>`,
  );
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Writes a moment as the site does, by the time of Yekaterinburg. */
function dateOf(ms: number): string {
  const local = new Date(ms + 5 * 60 * 60_000);
  const [time = ''] = local.toISOString().slice(11).split('.');
  return `<NOBR>${time}</NOBR><BR><NOBR>${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]} ${local.getUTCFullYear()}</NOBR>`;
}
