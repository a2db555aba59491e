import { formatNumber } from '../../../domain/format/number.ts';
import type { TenantRow } from '../../../domain/tenants/contract.ts';
import { useTranslation } from '../../i18n.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { seatTone } from './seat-tone.ts';

/** Used seats of the seat limit; without a limit, only the number of users. */
export function Seats({ row: { users, userLimit } }: { row: Pick<TenantRow, 'users' | 'userLimit'> }) {
  const { t, language } = useTranslation();
  if (userLimit === null) return <span className="num">{formatNumber(language, users)}</span>;
  return (
    <span className="seats">
      <ProgressBar value={userLimit > 0 ? users / userLimit : 1} tone={seatTone(users, userLimit)} label={t('partners.usersShare')} />
      <span className="num">
        {t('partners.usersOf', { users: formatNumber(language, users), limit: formatNumber(language, userLimit) })}
      </span>
    </span>
  );
}
