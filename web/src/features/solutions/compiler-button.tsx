import type { Solution } from '@balloon/contracts/solutions/solutions.ts';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/solutions/compiler-output.module.css';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';

const CompilationErrorDialog = lazy(async () => ({
  default: (await untilLoaded(() => import('#features/solutions/compilation-error-dialog.tsx')))
    .CompilationErrorDialog,
}));

/** Button that opens the compiler's output of a listed solution; absent if there is none. */
export function CompilerButton({ solution }: { solution: Solution }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  if (!solution.compilationError) return null;
  return (
    <>
      <button type="button" className={classes.show} onClick={() => setIsOpen(true)}>
        {t('solutions.showCompiler')}
      </button>
      <Suspense>
        {isOpen && <CompilationErrorDialog solution={solution} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}
