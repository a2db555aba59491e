import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../domain/format/date.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { IconShieldX, IconUserCheck } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SectionHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeletons.tsx';
import { toast } from '../../ui/toast.ts';
import { userFactorsQuery } from './queries.ts';

type Props = { id: string; name: string; isMe: boolean };

/** A user's second factors as administrators see them: their kinds, and removing all of them. */
export function UserFactors(props: Props) {
  const { t } = useTranslation();
  return (
    <section className="card user-card">
      <SectionHeader title={t('factor.user.title')} />
      <Reading waiting={() => <Skeleton height={48} radius={10} />}>
        <Kinds {...props} />
      </Reading>
    </section>
  );
}

function Kinds({ id, name, isMe }: Props) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const client = useQueryClient();
  const { data } = useSuspenseQuery(userFactorsQuery(id));
  const has = data.app || data.passkeys > 0;
  const reset = async () => {
    const agreed = await confirm({
      title: t('factor.user.resetTitle', { name }),
      text: t('factor.user.resetText'),
      yes: t('factor.user.reset'),
      no: t('ui.cancel'),
      danger: true,
    });
    if (!agreed) return;
    try {
      await call('POST /api/auth/users/{id}/factors/reset', { id });
      await client.invalidateQueries({ queryKey: ['users'] });
      toast.success(t('factor.user.done'));
    } catch (failure) {
      toastError(failure);
    }
  };
  const readmit = async () => {
    try {
      await call('POST /api/auth/users/{id}/readmit', { id });
      await client.invalidateQueries({ queryKey: ['users'] });
      toast.success(t('factor.user.readmitted'));
    } catch (failure) {
      toastError(failure);
    }
  };
  const kinds = [
    ...(data.app ? [t('factor.user.app')] : []),
    ...(data.passkeys > 0 ? [t('factor.user.passkeys', { count: data.passkeys })] : []),
    ...(has ? [t('factor.own.codesLeft', { count: data.recovery })] : []),
    ...(data.usedAt ? [t('factor.own.used', { at: formatDateTime(language, new Date(data.usedAt), zone) })] : []),
  ];
  return (
    <>
      <p className="row row-wrap">
        <Badge tone={has ? 'ok' : data.required ? 'info' : 'neutral'}>
          {t(has ? 'factor.user.on' : data.required ? 'factor.user.due' : 'factor.user.off')}
        </Badge>
        <span className="small muted">{kinds.join(' · ')}</span>
      </p>
      {data.waitsSince && (
        <>
          <Notice tone="warn">{t('factor.user.waits', { name, at: formatDateTime(language, new Date(data.waitsSince), zone) })}</Notice>
          <div>
            <Button size="s" icon={IconUserCheck} disabledReason={isMe ? t('factor.user.mine') : null} onClick={() => void readmit()}>
              {t('factor.user.readmit')}
            </Button>
          </div>
        </>
      )}
      {has && data.bound === 0 && <p className="small muted">{t('factor_account')}</p>}
      {has && data.bound > 0 && <p className="small muted">{t('factor.user.bound', { count: data.bound })}</p>}
      {has && (
        <div>
          <Button
            size="s"
            icon={IconShieldX}
            disabledReason={isMe ? t('factor.user.mine') : data.bound === 0 ? t('factor_account') : null}
            onClick={() => void reset()}
          >
            {t('factor.user.reset')}
          </Button>
        </div>
      )}
    </>
  );
}
