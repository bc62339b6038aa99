import i18next from 'i18next';
import classes from '#features/admin-search/palette.module.css';
import { Palette } from '#features/admin-search/palette.tsx';
import { ON_PHONE } from '#shared/look/breakpoints.ts';
import { needTexts } from '#shared/text/i18n.ts';
import { modals } from '#shared/ui/dialogs/modals.ts';

const MODAL_ID = 'palette';
const WIDTH = 680;

/** Opens the search over everything, for supervisors; a second call while it is open does nothing. */
export async function openPalette(): Promise<void> {
  await needTexts('admin');
  modals.open({
    modalId: MODAL_ID,
    title: <span className="visually-hidden">{i18next.t('palette.title')}</span>,
    withCloseButton: false,
    padding: 0,
    size: WIDTH,
    centered: false,
    yOffset: '12vh',
    fullScreen: matchMedia(ON_PHONE).matches,
    classNames: { header: classes.dialogHead ?? '', body: classes.dialogBody ?? '' },
    children: <Palette onClose={() => modals.close(MODAL_ID)} />,
  });
}
