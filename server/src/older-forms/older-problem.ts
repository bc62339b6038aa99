import type { Attachments, Problem } from '@balloon/contracts/problems/problems.ts';
import type { Locale } from '@balloon/domain/text/statement-locale.ts';
import { olderFormulas } from '#older-forms/older-formulas.ts';
import { olderMarkdown } from '#older-forms/older-markdown.ts';
import { limitsHtml, samplesHtml } from '#older-forms/older-statement-parts.ts';
import { withKnownSystem } from '#older-forms/older-system.ts';

/**
 * Converts a problem so that its statement is complete in what older clients show: the HTML, and the own text below.
 * Limits come first and samples last, as on our page; their fields stay, although older clients do not read them.
 *
 * @param preferred language of the added words, for a statement without a language
 */
export function olderProblem<Shown extends Problem>(problem: Shown, preferred: Locale): Shown {
  const { config, content } = problem.attachments;
  const locale = problem.locale ?? preferred;
  const [limits, samples] = [limitsHtml(problem, locale), samplesHtml(problem.samples, locale)];
  const isReplaced = config?.replaced === true;
  const ownText = olderMarkdown(content?.text ?? '');
  const html = limits + (isReplaced ? '' : olderFormulas(problem.htmlStatement));
  // Text in another markup is not shown, nor would samples in it be.
  const isTextLast = ownText.trim() !== '' && (config?.markup ?? 'markdown') === 'markdown';
  return {
    ...withKnownSystem(problem),
    htmlStatement: isTextLast ? html : html + samples,
    attachments: completeAttachments(problem.attachments, isTextLast ? `${ownText}\n\n${samples}` : ownText),
  };
}

/** Converts a list of problems. */
export const olderProblems = <Shown extends Problem>(problems: Shown[], preferred: Locale): Shown[] =>
  problems.map((problem) => olderProblem(problem, preferred));

/** An answer that holds problems among other things. */
export const withOlderProblems = <Shown extends { problems: Problem[] }>(
  answer: Shown,
  preferred: Locale,
): Shown => ({
  ...answer,
  problems: olderProblems(answer.problems, preferred),
});

/** Attachments with the parts that older clients read unasked; the HTML holds the limits, so it is never replaced. */
function completeAttachments(attachments: Attachments, text: string): Attachments {
  if (Object.keys(attachments).length === 0) return attachments;
  const { config, content, files = [] } = attachments;
  return {
    ...attachments,
    files,
    config: { markup: 'markdown', ...config, replaced: false },
    content: { ...content, text },
  };
}
