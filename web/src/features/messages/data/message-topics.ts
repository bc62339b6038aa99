import { MESSAGE_CATEGORIES, type MessageCategory } from '@balloon/contracts/talk/message-limits.ts';

/** What a message is about, as the server takes it. */
export interface Topic {
  category: MessageCategory;
  symbolIndex: string | null;
}

/** Categories that stand in the address and in forms under their names; the general one is the empty choice. */
export const SPECIAL_CATEGORIES = MESSAGE_CATEGORIES.filter((category) => category !== 'general');

/** The topic behind a choice: a category, a letter in any case, or nothing for the contest as a whole. */
export function topicOf(choice: string): Topic {
  const category = MESSAGE_CATEGORIES.find((one) => one === choice);
  if (category !== undefined || choice === '') {
    return { category: category ?? 'general', symbolIndex: null };
  }
  return { category: 'general', symbolIndex: choice.toUpperCase() };
}

/** The choice that stands for a topic. */
export function choiceOf({ category, symbolIndex }: Topic): string {
  return symbolIndex ?? (category === 'general' ? '' : category);
}
