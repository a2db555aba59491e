import { Textarea } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from '../../i18n.ts';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { AreaForm, Card, Row } from './AreaForm.tsx';
import { EmbedKeys } from './EmbedKeys.tsx';
import { TryEmbedding } from './TryEmbedding.tsx';
import { useDefaultWords } from './use-default-words.ts';
import { useSettingsForm } from './use-settings-form.ts';

/** Embedding the portal in other sites: the switch, the allowed sites, the keys, and a preview. */
export function EmbeddingArea() {
  const { t } = useTranslation();
  const form = useSettingsForm();
  const withDefault = useDefaultWords();
  const originsId = useId();
  const on = form.valueOf('enable_embedded') === 'S';
  return (
    <>
      <AreaForm form={form} area="embedding">
        <Card title={t('embedding.title')}>
          <SwitchRow
            label={t('settings.enable_embedded')}
            text={withDefault('enable_embedded', t('settings.enable_embedded.text'))}
            checked={on}
            onChange={(next) => form.set('enable_embedded', next ? 'S' : 'N')}
          />
          <Row label={t('settings.embed_origins')} text={t('settings.embed_origins.text')} labelId={originsId}>
            <Textarea
              aria-labelledby={originsId}
              autosize
              minRows={2}
              maxRows={8}
              spellCheck={false}
              placeholder="https://intranet.example.com"
              value={(form.valueOf('embed_origins') ?? []).join('\n')}
              onChange={(event) => form.set('embed_origins', event.currentTarget.value.split('\n'))}
              onBlur={() =>
                form.set(
                  'embed_origins',
                  (form.valueOf('embed_origins') ?? []).map((each) => each.trim()).filter((each) => each !== ''),
                )
              }
              error={form.getError('embed_origins')}
            />
          </Row>
        </Card>
      </AreaForm>
      <EmbedKeys />
      <TryEmbedding on={form.config.enable_embedded === 'S'} />
    </>
  );
}
