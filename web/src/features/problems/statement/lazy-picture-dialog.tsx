import { lazy, Suspense } from 'react';
import type { PictureDialogProps } from '#features/problems/statement/picture-dialog.tsx';
import { untilLoaded } from '#shared/api/browser/until-loaded.ts';
import { whenQuiet } from '#shared/api/browser/when-idle.ts';

const Dialog = lazy(async () => {
  await whenQuiet();
  return {
    default: (await untilLoaded(() => import('#features/problems/statement/picture-dialog.tsx')))
      .PictureDialog,
  };
});

/** A picture by itself; loaded after the text, with all that lies over a screen. */
export function PictureDialog(props: PictureDialogProps) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
