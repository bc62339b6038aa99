import classes from '#features/problems/statement/statement.module.css';

/** Unformatted text with its line breaks; `note` gives the reason. */
export function PlainText({ text, note }: { text: string; note: string }) {
  return (
    <>
      <p className={classes.note}>{note}</p>
      <div className={classes.plain}>{text}</div>
    </>
  );
}
