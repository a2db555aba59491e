import { useTranslation } from '../../i18n.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { UserImport } from './queries.ts';

/** Shown before the import runs: how many users would exceed the seat limit. */
export function Seats({ whole: { seats, counts } }: { whole: UserImport }) {
  const { t } = useTranslation();
  if (seats.over === 0) return null;
  return <Notice tone="warn">{t('userImport.over', { count: seats.over, added: counts.added, left: seats.left ?? 0 })}</Notice>;
}
