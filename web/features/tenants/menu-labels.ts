import { isMenuName, menuNames } from '../../../domain/access/menu-names.ts';
import type { TextKey } from '../../i18n.ts';

export const labels = menuNames satisfies Record<string, TextKey>;

/** The label of a name of hidden_menu; null for names hidden along with another. */
export const menuLabel = (name: string): TextKey | null => (isMenuName(name) ? labels[name] : null);
