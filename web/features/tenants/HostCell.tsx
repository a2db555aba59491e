import type { TenantRow } from '../../../domain/tenants/contract.ts';
import { useTranslation } from '../../i18n.ts';
import { Breakable } from '../../ui/Breakable.tsx';
import { IconCircleCheck, IconClock } from '../../ui/icons.ts';

/** The address users open, and whether it is served yet. */
export function HostCell({ row: { host, ownDomain } }: { row: Pick<TenantRow, 'host' | 'ownDomain'> }) {
  const { t } = useTranslation();
  const waiting = ownDomain !== null && ownDomain !== host;
  return (
    <span className="host-cell">
      <span>{host === null ? '–' : <Breakable text={host} />}</span>
      {waiting ? (
        <span className="tiny host-waiting">
          <IconClock size={14} stroke={1.9} aria-hidden="true" /> {t('tenants.host.waiting', { domain: ownDomain })}
        </span>
      ) : (
        host && (
          <span className="tiny host-serving">
            <IconCircleCheck size={14} stroke={1.9} aria-hidden="true" /> {t('tenants.host.serving')}
          </span>
        )
      )}
    </span>
  );
}
