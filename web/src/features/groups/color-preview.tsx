import { useTranslation } from 'react-i18next';
import { readableOn } from '#features/groups/contrast.ts';
import classes from '#features/groups/group.module.css';
import { useFormats } from '#shared/text/format.ts';
import { GroupChips } from '#shared/ui/labels/group-chips.tsx';

/** How the group looks in lists, and whether text on its colour can be read. */
export function ColorPreview({ name, color }: { name: string; color: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const shown = name.trim() === '' ? t('groups.newName') : name;
  if (!/^#[0-9a-f]{6}$/i.test(color)) return null;
  const { ink, ratio } = readableOn(color);
  return (
    <div className={classes.preview}>
      <span className={classes.previewLabel}>{t('groups.preview')}</span>
      <GroupChips groups={[{ id: 0, name: shown, color, authorId: null }]} />
      <span className={classes.filled} style={{ background: color, color: ink }}>
        {shown}
      </span>
      <span className={classes.contrast}>
        {t(ratio >= 7 ? 'groups.contrastGood' : 'groups.contrastEnough', {
          ratio: formats.number(Math.round(ratio * 10) / 10),
        })}
      </span>
    </div>
  );
}
