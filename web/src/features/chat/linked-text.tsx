import { findLinks } from '#features/chat/find-links.ts';

/** Text of a message as written; links open in a window without access to this one. */
export function LinkedText({ text }: { text: string }) {
  let offset = 0;
  return findLinks(text).map((piece) => {
    const key = offset;
    offset += piece.text.length;
    if (piece.href === null) return <span key={key}>{piece.text}</span>;
    return (
      <a key={key} href={piece.href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {piece.text}
      </a>
    );
  });
}
