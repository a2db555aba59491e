import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { useId } from 'react';
import { longestTemplate, longestWaitingText, watermarkOpacity } from '../../../domain/settings/limits.ts';
import { watermarkText } from '../../../domain/watermark/watermark.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { AreaForm, Card, Row } from './AreaForm.tsx';
import { useSettingsForm } from './use-settings-form.ts';

/** An address reserved for documentation. */
const sampleAddress = '203.0.113.7';

/** Settings for all reports: data time, file name, stored filters and watermark. */
export function ReportsArea() {
  const { t } = useTranslation();
  const form = useSettingsForm();
  const who = useWho();
  const zone = useZone();
  const ids = { template: useId(), opacity: useId(), waiting: useId() };
  const { config } = form;
  const template = form.valueOf('watermark_template') ?? '';
  const marked = form.valueOf('enable_watermark') === 'S';
  const preview = watermarkText(
    template,
    { email: who?.user.email ?? '', name: who?.user.name ?? '', unit: who?.user.tenant ?? '', ip: sampleAddress },
    new Date(),
    zone,
  );
  const flag = (field: 'last_update' | 'show_name_report' | 'save_filter' | 'enable_watermark') => ({
    label: t(`settings.${field}`),
    text: t(`settings.${field}.text`),
    checked: form.valueOf(field) === 'S',
    onChange: (on: boolean) => form.set(field, on ? 'S' : 'N'),
  });
  return (
    <AreaForm form={form} area="reports">
      <Card title={t('settings.lastUpdate')}>
        <SwitchRow
          label={t('settings.mostrar')}
          text={t('settings.mostrar.text')}
          checked={
            form.valueOf('mostrar_ultima_atualizacao_relatorio') === true && config?.mostrar_ultima_atualizacao_relatorio_global === true
          }
          disabledReason={config?.mostrar_ultima_atualizacao_relatorio_global ? null : t('settings.mostrar.above')}
          onChange={(on) => form.set('mostrar_ultima_atualizacao_relatorio', on)}
        />
        <SwitchRow {...flag('last_update')} />
        {config?.decides_for_below && (
          <SwitchRow
            label={t('settings.last_update_below')}
            text={t('settings.last_update_below.text')}
            checked={form.valueOf('last_update_below') !== false}
            onChange={(on) => form.set('last_update_below', on)}
          />
        )}
      </Card>
      <Card title={t('settings.viewing')}>
        <SwitchRow {...flag('show_name_report')} />
        <SwitchRow {...flag('save_filter')} />
        <Row label={t('settings.waiting_text')} text={t('settings.waiting_text.text')} labelId={ids.waiting}>
          <Textarea
            aria-labelledby={ids.waiting}
            value={form.valueOf('waiting_text') ?? ''}
            maxLength={longestWaitingText}
            autosize
            minRows={2}
            maxRows={5}
            onChange={(event) => form.set('waiting_text', event.currentTarget.value)}
            error={form.getError('waiting_text')}
          />
        </Row>
      </Card>
      <Card title={t('settings.watermark')}>
        <SwitchRow {...flag('enable_watermark')} />
        {marked && (
          <>
            <Row label={t('settings.watermark_template')} text={t('settings.watermark_template.text')} labelId={ids.template}>
              <TextInput
                aria-labelledby={ids.template}
                value={template}
                maxLength={longestTemplate}
                onChange={(event) => form.set('watermark_template', event.currentTarget.value)}
                error={form.getError('watermark_template')}
              />
            </Row>
            <Row
              label={t('settings.watermark_opacity')}
              text={t('settings.watermark_opacity.text', watermarkOpacity)}
              labelId={ids.opacity}
            >
              <NumberInput
                aria-labelledby={ids.opacity}
                value={form.valueOf('watermark_opacity')}
                min={watermarkOpacity.least}
                max={watermarkOpacity.most}
                allowDecimal={false}
                clampBehavior="blur"
                onChange={(next) => typeof next === 'number' && form.set('watermark_opacity', next)}
                error={form.getError('watermark_opacity')}
              />
            </Row>
            <p className="settings-preview">
              <span className="small muted">{t('settings.watermark.preview')}</span>
              <span className="num">{preview}</span>
            </p>
          </>
        )}
      </Card>
    </AreaForm>
  );
}
