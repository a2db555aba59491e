import { Textarea, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { call } from '../../app/data/api.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconFileUpload } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { SamlForm } from './use-saml-form.ts';

/** Fills in the form from the provider's metadata: an address, or a saved file. */
export function Metadata({ form }: { form: SamlForm }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ ok: boolean; text: string } | null>(null);
  const [pasted, setPasted] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const read = async (source: { address: string } | { document: string }) => {
    setBusy(true);
    setSaid(null);
    try {
      const { certificates, ...found } = await call('POST /api/auth/saml/metadata', source);
      form.change({ ...found, certificates: certificates.map(({ pem, subject, until }) => ({ pem, subject, until })) });
      setSaid({ ok: true, text: t('saml.metadata.done') });
    } catch (error) {
      setSaid({ ok: false, text: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="saml-stack saml-box">
      <p className="saml-label">{t('saml.metadata.title')}</p>
      <p className="small muted">{t('saml.metadata.text')}</p>
      <div className="saml-row">
        <TextInput
          type="url"
          aria-label={t('saml.field.metadataUrl')}
          placeholder="https://"
          value={form.draft.metadataUrl}
          onChange={(event) => form.change({ metadataUrl: event.currentTarget.value })}
          error={form.getError('metadataUrl')}
        />
        <Button loading={busy} onClick={() => void read({ address: form.draft.metadataUrl })}>
          {t('saml.metadata.read')}
        </Button>
        <Button icon={IconFileUpload} onClick={() => file.current?.click()}>
          {t('saml.metadata.file')}
        </Button>
        <input
          ref={file}
          type="file"
          accept=".xml,application/xml,text/xml"
          hidden
          onChange={async (event) => {
            const [chosen] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            if (chosen) await read({ document: await chosen.text() });
          }}
        />
      </div>
      <details>
        <summary>{t('saml.metadata.paste')}</summary>
        <div className="saml-stack saml-paste">
          <Textarea
            aria-label={t('saml.metadata.paste')}
            placeholder="<EntityDescriptor …>"
            value={pasted}
            onChange={(event) => setPasted(event.currentTarget.value)}
            rows={5}
            spellCheck={false}
          />
          <div>
            <Button size="s" loading={busy} onClick={() => void read({ document: pasted })}>
              {t('saml.metadata.readPasted')}
            </Button>
          </div>
        </div>
      </details>
      {said && (
        <Notice tone={said.ok ? 'ok' : 'err'} live>
          {said.text}
        </Notice>
      )}
    </div>
  );
}
