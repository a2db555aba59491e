import { secretState } from '../../../domain/bi-accounts/secret.ts';
import { formatDate } from '../../../domain/format/date.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';

/** The secret's expiry: a date while it is far off, a warning in the last 30 days. */
export function SecretBadge({ endsAt, zone }: { endsAt: string | null; zone: string }) {
  const { t, language } = useTranslation();
  const at = endsAt ? new Date(endsAt) : null;
  const secret = secretState(at, new Date());
  if (secret.state === 'unknown' || !at) return <span className="muted">{t('service.secret.unknown')}</span>;
  const day = formatDate(language, at, zone);
  if (secret.state === 'good') return <span className="num">{day}</span>;
  const words =
    secret.state === 'expired'
      ? t('service.secret.expired')
      : secret.days === 0
        ? t('service.secret.today')
        : t('service.secret.ending', { count: secret.days });
  return (
    <span data-tip={day}>
      <Badge tone={secret.state === 'expired' || secret.days < 7 ? 'err' : 'warn'}>{words}</Badge>
    </span>
  );
}
