import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { formatDate } from '../../../domain/format/date.ts';
import { nearEndDays } from '../../../domain/saml/limits.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconPlus, IconTrash } from '../../ui/icons.ts';
import type { ListedCertificate, SamlForm } from './use-saml-form.ts';

/** The expiry of a certificate; the colour repeats what the text says. */
export function Expiry({ until }: { until: string | null }) {
  const { t, language } = useTranslation();
  const zone = useZone();
  if (until === null) return <Badge>{t('saml.certificate.fresh')}</Badge>;
  const left = Date.parse(until) - Date.now();
  const date = formatDate(language, new Date(until), zone);
  if (left <= 0) return <Badge tone="err">{t('saml.certificate.over', { date })}</Badge>;
  return left < nearEndDays * 86_400_000 ? (
    <Badge tone="warn">{t('saml.certificate.near', { date })}</Badge>
  ) : (
    <Badge tone="ok">{t('saml.certificate.until', { date })}</Badge>
  );
}

/** A provider's certificates: several at once, so that it can rotate them without locking users out. */
export function Certificates({ form }: { form: SamlForm }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { certificates } = form.draft;
  const change = (list: ListedCertificate[]) => form.change({ certificates: list });
  const add = () => {
    const pem = typed.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '');
    if (!pem) return;
    if (!certificates.some((each) => each.pem === pem)) change([...certificates, { pem, subject: `${pem.slice(0, 12)}…`, until: null }]);
    setTyped('');
  };
  return (
    <div className="saml-stack">
      <p className="saml-label">{t('saml.field.certificates')}</p>
      {certificates.length > 0 && (
        <ul className="plain-list saml-certificates">
          {certificates.map((certificate) => (
            <li key={certificate.pem}>
              <span className="saml-cut">{certificate.subject}</span>
              <Expiry until={certificate.until} />
              <IconButton
                icon={IconTrash}
                label={`${t('saml.certificate.remove')} ${certificate.subject}`}
                onClick={() => change(certificates.filter(({ pem }) => pem !== certificate.pem))}
              />
            </li>
          ))}
        </ul>
      )}
      <Textarea
        label={t('saml.certificate.add')}
        description={t('saml.certificate.help')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={add}
        error={form.getError('certificates')}
        rows={3}
        spellCheck={false}
      />
      <div>
        <Button size="s" icon={IconPlus} onClick={add}>
          {t('saml.certificate.add')}
        </Button>
      </div>
    </div>
  );
}
