export const companies = {
  'companies.change': 'Switch business unit',
  'companies.change.text': 'The other unit opens at its own address.',
  'companies.search': 'Find a unit',
  'companies.list': 'Your business units',
  'companies.here': 'You are here',
  'companies.kind.platform': 'Platform',
  'companies.kind.partner': 'Partner',
};
