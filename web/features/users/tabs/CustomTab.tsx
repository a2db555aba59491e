import { useTranslation } from '../../../i18n.ts';
import { SectionHeader } from '../../../ui/PageHeader.tsx';
import { CustomInputs, useCustomFields } from '../../custom-fields/index.ts';
import { getCustom } from '../custom-values.ts';
import { useUserForm } from '../user-form.tsx';

/** The custom fields that this unit, or the layer above it, has added to users. */
export function CustomTab() {
  const { t } = useTranslation();
  return (
    <section className="card user-card">
      <SectionHeader title={t('users.tab.custom')} />
      <CustomPart />
    </section>
  );
}

/** The custom fields themselves, or only the required ones. */
export function CustomPart({ requiredOnly = false }: { requiredOnly?: boolean }) {
  const { draft, set, forget, refused, customProblems } = useUserForm();
  const { fields: all, own } = useCustomFields('user');
  const fields = requiredOnly ? all.filter((field) => field.required) : all;
  const words = Object.fromEntries(
    Object.entries(refused).flatMap(([field, text]) => (field.startsWith('custom.') ? [[field.slice('custom.'.length), text]] : [])),
  );
  return (
    <CustomInputs
      fields={fields}
      own={own}
      values={getCustom(draft.custom)}
      onChange={(key, value) => {
        set('custom', { ...draft.custom, [key]: value });
        forget(`custom.${key}`);
      }}
      problems={customProblems}
      refused={words}
    />
  );
}
