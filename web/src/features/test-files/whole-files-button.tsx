import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TITLE_ID, useShownFile } from '#features/test-files/use-shown-file.ts';

/** Button at the results of a test that leads to its whole files, further down the page. */
export function WholeFilesButton({ testNumber }: { testNumber: number }) {
  const { t } = useTranslation();
  const { showTest } = useShownFile(testNumber);
  const lead = () => {
    showTest(testNumber);
    const title = document.getElementById(TITLE_ID);
    title?.scrollIntoView({ block: 'center' });
    title?.focus({ preventScroll: true });
  };
  return (
    <div>
      <Button variant="subtle" onClick={lead}>
        {t('testFiles.whole', { number: testNumber })}
      </Button>
    </div>
  );
}
