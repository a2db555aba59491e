import { formatNumber } from '../../../domain/format/number.ts';
import { useTranslation } from '../../i18n.ts';
import type { UserImport } from './queries.ts';

/** The totals: read, ready, with errors, with warnings; excluded and already existing rows only where there are any. */
export function Sums({ counts }: Pick<UserImport, 'counts'>) {
  const { t, language } = useTranslation();
  const sums = [
    { id: 'read', n: counts.read, tone: '' },
    { id: 'ready', n: counts.ready, tone: 'ok' },
    { id: 'problems', n: counts.problems, tone: counts.problems > 0 ? 'err' : '' },
    { id: 'warnings', n: counts.warnings, tone: counts.warnings > 0 ? 'warn' : '' },
    ...(counts.removed > 0 ? [{ id: 'removed', n: counts.removed, tone: '' } as const] : []),
    ...(counts.success > 0 ? [{ id: 'already', n: counts.success, tone: '' } as const] : []),
  ] as const;
  return (
    <ul className="plain-list import-sums" aria-live="polite">
      {sums.map(({ id, n, tone }) => (
        <li key={id} className="card" data-tone={tone || undefined}>
          <b className="num">{formatNumber(language, n)}</b> <span className="muted">{t(`userImport.sum.${id}`, { count: n })}</span>
        </li>
      ))}
    </ul>
  );
}
