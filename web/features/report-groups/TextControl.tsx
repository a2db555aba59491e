import { Textarea, TextInput } from '@mantine/core';
import { type GroupText, groupTexts, type TextRule } from '../../../domain/report-groups/fields.ts';
import { useTranslation } from '../../i18n.ts';
import type { GroupForm } from './use-group-form.ts';

/** An optional text field: one line, or several with the remaining characters. */
export function TextControl({ form, field }: { form: GroupForm; field: GroupText }) {
  const { t } = useTranslation();
  const { max, lines }: TextRule = groupTexts[field];
  const help = t(`groups.form.${field}Help`);
  const control = {
    label: (
      <>
        {t(`groups.form.${field}`)} <span className="muted">{t('ui.form.optional')}</span>
      </>
    ),
    inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
    value: form.draft[field],
    onChange: (event: { currentTarget: { value: string } }) => form.set(field, event.currentTarget.value),
    error: form.getError(field),
    maxLength: max,
  };
  if (lines === 1) return <TextInput {...control} description={help} autoComplete="off" />;
  const left = <span className="num">{t('groups.form.left', { count: max - form.draft[field].length })}</span>;
  return (
    <Textarea
      {...control}
      description={
        <>
          {help} {left}
        </>
      }
      autosize
      minRows={lines}
      maxRows={8}
    />
  );
}
