import { getKeys } from '../fields/fields.ts';
import type { Person } from './document.ts';
import { maxEmailLength, maxNameLength, maxShortLength, maxStreetLength } from './limits.ts';

// The one list of the fields of a client or partner: contract, columns, audit facts, form and history derive from it,
// or are a record of all fields that doesn't compile while one is missing (docs/data.md, "Add a field").

/** A paying client as a form holds it (Spec 3, Client/Partner): all text; invoice e-mails as a list. */
export type CustomerDraft = {
  fantasyName: string;
  legalName: string;
  contactName: string;
  person: Person;
  document: string;
  stateRegistration: string;
  commercialPhone: string;
  businessEmail: string;
  invoiceEmails: readonly string[];
  street: string;
  number: string;
  complement: string;
  neighborhood: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
  seller: string;
  customerCode: string;
};
export type CustomerField = keyof CustomerDraft;

export const emptyCustomer: CustomerDraft = {
  fantasyName: '',
  legalName: '',
  contactName: '',
  person: 'legal',
  document: '',
  stateRegistration: '',
  commercialPhone: '',
  businessEmail: '',
  invoiceEmails: [],
  street: '',
  number: '',
  complement: '',
  neighborhood: '',
  city: '',
  state: '',
  postalCode: '',
  country: 'BR',
  seller: '',
  customerCode: '',
};
export const customerFields = getKeys(emptyCustomer);

/** The longest text of each field; null where a rule of its own says what is valid (customer.ts). */
export const longest: Record<CustomerField, number | null> = {
  fantasyName: maxNameLength,
  legalName: maxNameLength,
  contactName: maxNameLength,
  person: null,
  document: null,
  stateRegistration: 20,
  commercialPhone: 40,
  businessEmail: maxEmailLength,
  invoiceEmails: null,
  street: maxStreetLength,
  number: 20,
  complement: maxShortLength,
  neighborhood: maxShortLength,
  city: maxShortLength,
  state: maxShortLength,
  postalCode: null,
  country: null,
  seller: maxNameLength,
  customerCode: 30,
};

/** The texts that may be left out: null in the database, empty on the wire. */
const required: readonly CustomerField[] = ['fantasyName', 'person', 'invoiceEmails', 'country'];
export type OptionalText = Exclude<CustomerField, 'fantasyName' | 'person' | 'invoiceEmails' | 'country'>;
export const optionalTexts = customerFields.filter((field): field is OptionalText => !required.includes(field));
