import { TagsInput, TextInput } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import type { EntraForm } from './use-entra-form.ts';

/** On or off, the button's label, the domains for hints, and the values to enter at the provider. */
export function WayCard({ form, callback }: { form: EntraForm; callback: string }) {
  const { t } = useTranslation();
  return (
    <section className="card card-pad entra-card">
      <h2>{t('entra.way')}</h2>
      <SwitchRow
        label={t('entra.enabled')}
        text={t('entra.enabled.text')}
        checked={form.draft.enabled === 'S'}
        onChange={(on) => form.set('enabled', on ? 'S' : 'N')}
      />
      <TextInput
        label={t('entra.name')}
        description={t('entra.name.text')}
        value={form.draft.name}
        maxLength={80}
        onChange={(event) => form.set('name', event.currentTarget.value)}
        error={form.getError('name')}
        autoComplete="off"
      />
      <TagsInput
        label={t('entra.domains')}
        description={t('entra.domains.text')}
        value={form.draft.domains}
        onChange={(next) =>
          form.set(
            'domains',
            next.map((domain) => domain.trim().toLowerCase().replace(/^@/, '')),
          )
        }
        splitChars={[',', ';', ' ']}
        maxTags={30}
        error={form.getError('domains')}
      />
      <div>
        <p className="entra-label">{t('entra.callback')}</p>
        <p className="small muted">{t('entra.callback.text')}</p>
        <div className="entra-copy">
          <code>{callback}</code>
          <CopyButton text={callback}>{t('entra.copy')}</CopyButton>
        </div>
      </div>
    </section>
  );
}
