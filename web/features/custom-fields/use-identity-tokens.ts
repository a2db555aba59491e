import { getLabel, identityToken } from '../../../domain/custom-fields/field.ts';
import { useTranslation } from '../../i18n.ts';
import { useCustomFields } from './queries.ts';

/** The placeholders that an RLS identity may contain for each user's own values, with their field names. */
export function useIdentityTokens(): { token: string; label: string }[] {
  const { language } = useTranslation();
  const { fields, own } = useCustomFields('user');
  return fields
    .filter((field) => field.identity)
    .map((field) => ({ token: identityToken(field.key), label: getLabel(field, language, own) }));
}
