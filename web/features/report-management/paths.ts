/** The address of the list of managed reports. */
export const listPath = (profile: string | undefined): string => (profile === 'a2m' ? '/report/a2m' : '/management/report');

/** One report with its management tools, at one of their tabs. */
export const managePath = (id: string, tab = 'data'): string => `/${id}/management/view?tab=${tab}`;
