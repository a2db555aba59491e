import { Select } from '@mantine/core';
import { nextTypes } from '../../../domain/custom-fields/definition.ts';
import type { CustomField } from '../../../domain/custom-fields/field.ts';
import { hasOptions, identityToken } from '../../../domain/custom-fields/field.ts';
import { fieldTypes } from '../../../domain/custom-fields/limits.ts';
import { useTranslation } from '../../i18n.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { CustomInput } from './CustomInput.tsx';
import { FieldPreview } from './FieldPreview.tsx';
import { LimitsFields } from './LimitsFields.tsx';
import { OptionsEditor } from './OptionsEditor.tsx';
import type { OneField } from './queries.ts';
import type { FieldForm, Tenant } from './use-field-form.ts';
import { WordsFields } from './WordsFields.tsx';

const inOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];
type Props = { form: FieldForm; tenant: Tenant; stored: OneField | null };

/** The form of a custom field, with a preview at the end. */
export function FieldFields({ form, tenant, stored }: Props) {
  const { t } = useTranslation();
  const { draft } = form;
  const own = tenant.language;
  const ofPeople = draft.of === 'user';
  const used = new Map(stored?.used.map(({ value, count }) => [value, count]));
  const types = stored ? nextTypes[stored.type] : fieldTypes;
  const shown: CustomField = { ...draft, id: '', key: stored?.key ?? '' };
  const renderSwitch = (
    part: 'required' | 'searchable' | 'identity' | 'userVisible' | 'userEditable' | 'global',
    disabledReason: string | null = null,
  ) => (
    <SwitchRow
      label={t(`customFields.part.${part}`)}
      text={form.getError(part) ?? t(`customFields.switch.${part}`)}
      checked={draft[part]}
      onChange={(on) => form.set(part, on)}
      disabledReason={disabledReason}
    />
  );
  return (
    <>
      {!stored && (
        <div>
          <p className="custom-label">{t('customFields.part.of')}</p>
          <Segmented
            label={t('customFields.part.of')}
            segments={[
              { value: 'user', label: t('customFields.of.user') },
              { value: 'report', label: t('customFields.of.report') },
            ]}
            value={draft.of}
            onChange={(of) => {
              form.set('of', of);
              if (of === 'report') form.set('identity', false);
            }}
          />
        </div>
      )}
      <WordsFields form={form} own={own} keyName={stored?.key ?? null} />
      <Select
        label={t('customFields.part.type')}
        description={stored && types.length > 1 ? t(`customFields.typeMay.${stored.type}`) : t(`customFields.typeIs.${draft.type}`)}
        inputWrapperOrder={inOrder}
        data={types.map((type) => ({ value: type, label: t(`customFields.type.${type}`) }))}
        value={draft.type}
        onChange={(next) => {
          const type = fieldTypes.find((each) => each === next);
          if (!type) return;
          form.set('type', type);
          // When text becomes a list, the existing values are the initial options.
          if (type === 'list' && stored?.type === 'text' && draft.options.length === 0)
            form.set(
              'options',
              stored.used.map(({ value }) => ({ value, labels: {}, retired: false })),
            );
        }}
        allowDeselect={false}
        disabled={types.length === 1}
        error={form.getError('type')}
        comboboxProps={{ zIndex: 320 }}
      />
      {hasOptions(draft.type) && (
        <OptionsEditor
          options={draft.options}
          onChange={(options) => form.set('options', options)}
          used={used}
          own={own}
          error={form.getError('options')}
        />
      )}
      <LimitsFields form={form} />
      <CustomInput
        field={{ ...shown, labels: { [own]: t('customFields.part.defaultValue') }, helps: {}, required: false, limits: {} }}
        own={own}
        value={draft.defaultValue}
        onChange={(value) => form.set('defaultValue', value === '' || value?.length === 0 ? null : value)}
        error={form.getError('defaultValue')}
      />
      <div className="custom-switches">
        {renderSwitch('required')}
        {renderSwitch('searchable')}
        {ofPeople && renderSwitch('identity', draft.type === 'multiple' ? t('customFields.fault.identity_refused') : null)}
        {ofPeople && renderSwitch('userVisible')}
        {ofPeople &&
          renderSwitch(
            'userEditable',
            draft.identity ? t('customFields.fault.identity_editable') : draft.userVisible ? null : t('customFields.fault.editable_hidden'),
          )}
        {tenant.kind !== 'unit' && renderSwitch('global', stored ? t('customFields.globalFixed') : null)}
      </div>
      {draft.identity && stored && (
        <Notice tone="info" live={false}>
          {t('customFields.identityHow')} <CopyButton text={identityToken(stored.key)}>{identityToken(stored.key)}</CopyButton>
        </Notice>
      )}
      <FieldPreview field={shown} own={own} />
    </>
  );
}
