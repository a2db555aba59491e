import { formatDate } from '../../../domain/format/date.ts';
import type { TenantRow } from '../../../domain/tenants/contract.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';

const tones: Record<TenantRow['status'], Tone> = { A: 'ok', T: 'info', B: 'err', I: 'err', D: 'err' };

/** The state of a partner or unit (Spec 4): active green, on trial blue with its end, blocked, inactive and deactivated red. */
export function TenantStatus({ row, zone }: { row: Pick<TenantRow, 'status' | 'trialEndsAt'>; zone: string }) {
  const { t, language } = useTranslation();
  const { status, trialEndsAt } = row;
  const until = status === 'T' && trialEndsAt ? formatDate(language, new Date(trialEndsAt), zone) : null;
  return <Badge tone={tones[status]}>{until ? t('partners.trialUntil', { day: until }) : t(`partners.status.${status}`)}</Badge>;
}
