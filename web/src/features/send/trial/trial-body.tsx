import type { ComponentProps } from 'react';
import type { TrialKind } from '#features/send/trial/trial.data.ts';
import { TrialInput } from '#features/send/trial/trial-input.tsx';
import { TrialSamples } from '#features/send/trial/trial-samples.tsx';

type TrialBodyProps = ComponentProps<typeof TrialSamples> & { kind: TrialKind };

/** What an open tab of trial runs shows. */
export const TrialBody = ({ kind, ...props }: TrialBodyProps) =>
  kind === 'samples' ? <TrialSamples {...props} /> : <TrialInput {...props} />;
