import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { toFlag } from '../../../domain/contract/flag.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { call } from '../../app/data/api.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { toastError } from '../../app/notices/notify.ts';
import { Part } from '../../app/shell/Part.tsx';
import { takesPasswords } from '../../app/start/takes-passwords.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { toast } from '../../ui/toast.ts';
import { UiLink } from '../../ui/UiLink.tsx';
import { connectionQuery } from './loader.ts';
import { refreshScim, type Token } from './queries.ts';
import { TokenRow } from './TokenRow.tsx';

const TokenDrawer = lazy(() => import('./TokenDrawer.tsx').then((module) => ({ default: module.TokenDrawer })));
type Target = { token: Token | null; opening: number };

/** The directory's address and tokens, and how its users are provisioned. */
export function ConnectionPart() {
  return (
    <Reading>
      <Connection />
    </Reading>
  );
}

function Connection() {
  const { t, language } = useTranslation();
  const client = useQueryClient();
  const { data } = useSuspenseQuery(connectionQuery);
  const [target, setTarget] = useState<Target | null>(null);
  const [opened, setOpened] = useState(false);
  const open = (token: Token | null) => {
    setTarget({ token, opening: (target?.opening ?? 0) + 1 });
    setOpened(true);
  };
  const invite = async (on: boolean) => {
    try {
      await call('PUT /api/auth/scim/choices', { invite: toFlag(on), version: data.version });
      toast.success(t('scim.saved'));
    } catch (reason) {
      toastError(reason);
    }
    refreshScim(client);
  };
  const isFull = data.tokens.length >= data.mostTokens;
  return (
    <>
      <section className="card card-pad stack" aria-labelledby="scim-address">
        <h2 id="scim-address">{t('scim.address')}</h2>
        <p className="muted">{t('scim.address.text')}</p>
        <div className="scim-address">
          <code className="mono small">{data.url}</code>
          <CopyButton text={data.url} boxed>
            {t('scim.copy')}
          </CopyButton>
        </div>
        <p className="scim-facts small muted">
          <span>{t('scim.people', { count: data.people, n: formatNumber(language, data.people) })}</span>
          <UiLink href="/azure/saml?area=scim&tab=groups" className="link">
            {t('scim.groupCount', { count: data.groups, n: formatNumber(language, data.groups) })}
          </UiLink>
          <UiLink href="/azure/saml?area=scim&tab=log&view=error" className="link">
            {t('scim.errorCount', { count: data.errors, n: formatNumber(language, data.errors) })}
          </UiLink>
        </p>
      </section>
      <section className="card card-pad stack" aria-labelledby="scim-tokens">
        <div className="section-header">
          <h2 id="scim-tokens">{t('scim.tokens')}</h2>
          <span className="push">
            <Button
              icon={IconPlus}
              disabledReason={isFull ? t('scim_token_limit', { limit: data.mostTokens }) : null}
              onClick={() => open(null)}
            >
              {t('scim.token.new')}
            </Button>
          </span>
        </div>
        <p className="muted">{t('scim.tokens.text')}</p>
        {data.tokens.length === 0 ? (
          <EmptyState
            text={t('scim.tokens.empty')}
            action={
              <Button kind="primary" onClick={() => open(null)}>
                {t('scim.token.new')}
              </Button>
            }
          />
        ) : (
          <ul className="plain-list">
            {data.tokens.map((token) => (
              <TokenRow key={token.id} token={token} onRename={() => open(token)} />
            ))}
          </ul>
        )}
      </section>
      <section className="card card-pad" aria-label={t('scim.choices')}>
        <SwitchRow
          label={t('scim.invite')}
          text={t(takesPasswords ? 'scim.invite.text' : 'scim.invite.ways')}
          checked={data.invite === 'S'}
          onChange={(on) => void invite(on)}
        />
      </section>
      {target && (
        <Part>
          <TokenDrawer
            key={target.opening}
            token={target.token}
            providers={data.providers}
            opened={opened}
            onClose={() => setOpened(false)}
          />
        </Part>
      )}
    </>
  );
}
