import { useTranslation } from '../../i18n.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { WholeImport } from './queries.ts';

/** Before anything is sent: how many of the people would be more than the limit lets in. */
export function Seats({ whole: { seats, counts } }: { whole: WholeImport }) {
  const { t } = useTranslation();
  if (seats.over === 0) return null;
  return <Notice tone="warn">{t('userImport.over', { over: seats.over, count: counts.added, left: seats.left ?? 0 })}</Notice>;
}
