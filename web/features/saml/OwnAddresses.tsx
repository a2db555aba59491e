import { useTranslation } from '../../i18n.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Expiry } from './Certificates.tsx';
import type { OneSaml } from './queries.ts';

/** This portal's values to enter at the provider, with copy buttons. */
export function OwnAddresses({ app }: { app: OneSaml }) {
  const { t } = useTranslation();
  return (
    <div className="saml-stack">
      <p className="muted">{t('saml.own.text')}</p>
      <dl className="saml-own">
        {(['metadata', 'entityId', 'acs', 'logout'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`saml.own.${name}`)}</dt>
            <dd>
              <code>{app.own[name]}</code>
              <CopyButton text={app.own[name]}>{t('saml.own.copy')}</CopyButton>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('saml.own.certificate')}</dt>
          <dd>
            <Expiry until={app.own.certificate.until} />
            <CopyButton text={`-----BEGIN CERTIFICATE-----\n${app.own.certificate.pem}\n-----END CERTIFICATE-----`}>
              {t('saml.own.copy')}
            </CopyButton>
          </dd>
        </div>
      </dl>
    </div>
  );
}
