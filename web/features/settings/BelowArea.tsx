import { fieldBelow, gatedFunctions } from '../../../domain/settings/functions.ts';
import { useTranslation } from '../../i18n.ts';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { AreaForm, Card } from './AreaForm.tsx';
import { useDefaultWords } from './use-default-words.ts';
import { useSettingsForm } from './use-settings-form.ts';

/** What administrators of the units below may switch on (Spec 6); functions that a layer above has switched off cannot be passed on. */
export function BelowArea() {
  const { t } = useTranslation();
  const form = useSettingsForm();
  const withDefault = useDefaultWords();
  const left = form.config.functions;
  return (
    <AreaForm form={form} area="below">
      <Card title={t('settings.belowTitle')}>
        {gatedFunctions.map((name) => {
          const field = fieldBelow[name];
          return (
            <SwitchRow
              key={name}
              label={t(`settings.${field}`)}
              text={withDefault(field, '')}
              checked={left?.[name] !== false && form.valueOf(field) !== false}
              disabledReason={left?.[name] === false ? t('settings.above') : null}
              onChange={(on) => form.set(field, on)}
            />
          );
        })}
      </Card>
    </AreaForm>
  );
}
