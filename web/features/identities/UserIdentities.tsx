import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { formatDateTime } from '../../../domain/format/date.ts';
import type { Identity } from '../../../domain/identities/contract.ts';
import { call } from '../../app/data/api.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { toastError } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { IconBrandWindows, IconBuilding, IconLink, IconUnlink } from '../../ui/icons.ts';
import { SectionHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeletons.tsx';
import { toast } from '../../ui/toast.ts';
import { identitiesQuery } from './queries.ts';
import './identities.css';

const LinkDialog = lazy(() => import('./LinkDialog.tsx').then((module) => ({ default: module.LinkDialog })));

type Props = { id: string; name: string; isMe: boolean };
const icons = { entra: IconBrandWindows, saml: IconBuilding } as const;

/** A user's linked identity providers, as administrators see them; each link can be removed, and an ordinary user linked by identifier. */
export function UserIdentities(props: Props) {
  const { t } = useTranslation();
  return (
    <section className="card user-card">
      <SectionHeader title={t('identities.title')} />
      <Reading waiting={() => <Skeleton height={48} radius={10} />}>
        <Linked {...props} />
      </Reading>
    </section>
  );
}

function Linked({ id, name, isMe }: Props) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const client = useQueryClient();
  const { data } = useSuspenseQuery(identitiesQuery(id));
  const [asked, setAsked] = useState({ times: 0, opened: false });
  const when = (instant: string) => formatDateTime(language, new Date(instant), zone);
  const getProvider = ({ provider, issuer }: Identity) => provider ?? issuer;
  const unlink = async (identity: Identity) => {
    const agreed = await confirm({
      title: t('identities.unlinkTitle', { name, provider: getProvider(identity) }),
      text: t(isMe ? 'identities.unlinkOwnText' : identity.linkedBy === null ? 'identities.unlinkText' : 'identities.unlinkPlantedText'),
      yes: t('identities.unlink'),
      no: t('ui.cancel'),
      danger: true,
    });
    if (!agreed) return;
    try {
      await call('DELETE /api/auth/users/{id}/identities/{identityId}', { id, identityId: identity.id });
      toast.success(t('identities.unlinked', { provider: getProvider(identity) }));
    } catch (failure) {
      toastError(failure);
    } finally {
      await client.invalidateQueries({ queryKey: ['users'] });
    }
  };
  return (
    <>
      {data.items.length === 0 && <p className="muted">{t('identities.none')}</p>}
      {data.items.length > 0 && (
        <ul className="plain-list identities">
          {data.items.map((identity) => {
            const Icon = icons[identity.kind];
            return (
              <li key={identity.id}>
                <Icon size={18} stroke={1.75} aria-hidden="true" />
                <span className="identities-words">
                  <b>{getProvider(identity)}</b>
                  <span className="small muted">{identity.subject}</span>
                  <span className="tiny muted num">
                    {[
                      t('identities.since', { when: when(identity.since) }),
                      ...(identity.linkedBy === null ? [] : [t('identities.by', { name: identity.linkedBy })]),
                      ...(identity.lastAt ? [t('identities.last', { when: when(identity.lastAt) })] : []),
                      ...(identity.linkedBy !== null && !identity.lastAt ? [t('identities.never')] : []),
                    ].join(' · ')}
                  </span>
                </span>
                <Button size="s" icon={IconUnlink} onClick={() => void unlink(identity)}>
                  {t('identities.unlink')}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {data.choices.length > 0 && (
        <div>
          <Button
            size="s"
            icon={IconLink}
            disabledReason={data.linkable ? null : t('identities.confirms', { name })}
            onClick={() => setAsked(({ times }) => ({ times: times + 1, opened: true }))}
          >
            {t('identities.link')}
          </Button>
        </div>
      )}
      {asked.times > 0 && (
        <Suspense>
          <LinkDialog
            key={asked.times}
            {...{ id, name, choices: data.choices, opened: asked.opened }}
            onClose={() => setAsked(({ times }) => ({ times, opened: false }))}
          />
        </Suspense>
      )}
    </>
  );
}
