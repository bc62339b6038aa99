import type { Problem } from '@balloon/contracts/problems/problems.ts';
import { useTranslation } from 'react-i18next';
import classes from '#features/problems/statement/samples.module.css';
import { ScrollRegion } from '#shared/ui/behaviour/scroll-region.ts';
import { CopyButton } from '#shared/ui/forms/copy-button.tsx';

/** Sample tests: input beside output, each with a button to copy it. */
export function Samples({ samples }: { samples: Problem['samples'] }) {
  const { t } = useTranslation();
  if (samples.length === 0) return null;
  // Samples have no name but their place.
  const numbered = samples.map((sample, position) => ({ ...sample, number: position + 1 }));
  return (
    <section>
      <h2 className={classes.title}>{t('statement.samples', { count: samples.length })}</h2>
      {numbered.map(({ input, output, number }) => (
        <div key={number} className={classes.sample}>
          <SampleText
            name={t('statement.input')}
            number={number}
            label={t('statement.copyInput', { number })}
            text={input}
          />
          <SampleText
            name={t('statement.output')}
            number={number}
            label={t('statement.copyOutput', { number })}
            text={output}
          />
        </div>
      ))}
    </section>
  );
}

interface SampleTextProps {
  name: string;
  /** Number of the sample, counted from 1. */
  number: number;
  /** Label of the button that copies it. */
  label: string;
  text: string;
}

function SampleText({ name, number, label, text }: SampleTextProps) {
  return (
    <div className={classes.part}>
      <div className={classes.head}>
        <span>{name}</span>
        <CopyButton text={text} label={label} />
      </div>
      <ScrollRegion as="pre" className={classes.text} label={`${name} ${number}`}>
        {text}
      </ScrollRegion>
    </div>
  );
}
