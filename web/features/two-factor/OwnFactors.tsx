import { useSuspenseQuery } from '@tanstack/react-query';
import { formatDate } from '../../../domain/format/date.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconDeviceMobile, IconFingerprint, IconPencil, IconPlus, IconRefresh, IconTrash } from '../../ui/icons.ts';
import { Skeleton } from '../../ui/Skeletons.tsx';
import type { AskedFactor } from './asked-factor.ts';
import { ownFactorsQuery } from './queries.ts';
import { RememberedDevices } from './RememberedDevices.tsx';
import './two-factor.css';

type Props = { onAsk: (asked: AskedFactor) => void };
type Factor = { id: string; name: string; usedAt: string | null };

function FactorRow({ factor, kind, onAsk }: { factor: Factor; kind: string; onAsk: (asked: AskedFactor) => void }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const { id, name, usedAt } = factor;
  const used = usedAt ? t('factor.own.used', { at: formatDate(language, new Date(usedAt), zone) }) : t('factor.own.unused');
  return (
    <span className="row factor-row">
      <span className="factor-words">
        <span>{name}</span>
        <span className="tiny muted num">
          {kind} · {used}
        </span>
      </span>
      <IconButton icon={IconPencil} label={t('factor.own.rename', { name })} onClick={() => onAsk({ what: 'rename', id, name })} />
      <IconButton icon={IconTrash} label={t('factor.own.remove', { name })} onClick={() => onAsk({ what: 'remove', id, name })} />
    </span>
  );
}

/** The user's second factors, in the drawer of their account. */
export function OwnFactors({ onAsk }: Props) {
  const { t } = useTranslation();
  return (
    <section className="factor-section" aria-labelledby="own-factors">
      <h3 id="own-factors">{t('factor.own.title')}</h3>
      <Reading waiting={() => <Skeleton height={96} radius={10} />}>
        <Factors onAsk={onAsk} />
      </Reading>
    </section>
  );
}

function Factors({ onAsk }: Props) {
  const { t } = useTranslation();
  const { data } = useSuspenseQuery(ownFactorsQuery);
  const any = data.app || data.passkeys.length > 0;
  const canPasskey = typeof PublicKeyCredential !== 'undefined';
  return (
    <>
      {data.bound === 'unit' && <p className="small muted">{t(data.prove ? 'factor.own.unitProve' : 'factor.own.unit')}</p>}
      {data.bound === 'account' && !any && <p className="small muted">{t('factor.own.none')}</p>}
      {any && (
        <ul className="plain-list factor-list">
          {data.app && (
            <li>
              <IconDeviceMobile size={20} stroke={1.75} aria-hidden="true" />
              <FactorRow factor={data.app} kind={t('factor.own.app')} onAsk={onAsk} />
            </li>
          )}
          {data.passkeys.map((passkey) => (
            <li key={passkey.id}>
              <IconFingerprint size={20} stroke={1.75} aria-hidden="true" />
              <FactorRow factor={passkey} kind={t('factor.own.passkey', { host: passkey.host })} onAsk={onAsk} />
            </li>
          ))}
        </ul>
      )}
      <div className="row row-wrap">
        {!data.app && (
          <Button size="s" icon={IconPlus} onClick={() => onAsk({ what: 'app' })}>
            {t('factor.own.addApp')}
          </Button>
        )}
        <Button
          size="s"
          icon={IconPlus}
          disabledReason={canPasskey ? null : t('factor.own.noPasskeys')}
          onClick={() => onAsk({ what: 'passkey' })}
        >
          {t('factor.own.addPasskey')}
        </Button>
      </div>
      {any && (
        <div className="row row-wrap">
          <span className="small muted">{t('factor.own.codesLeft', { count: data.recovery })}</span>
          <Button size="s" icon={IconRefresh} onClick={() => onAsk({ what: 'codes' })}>
            {t('factor.own.renew')}
          </Button>
        </div>
      )}
      {data.remembered > 0 && <RememberedDevices count={data.remembered} />}
    </>
  );
}
