/** Where this session's attribution is kept: the name in session storage, and of the plain form's field. */
export const ATTRIBUTION = 'attribution';

/** What an advertisement puts into its link; the contract's list is the exact one (`#contracts/attribution`). */
const PARAMETER = /^utm_|(cl|clk)id$|braid$/;
/** Characters of the encoded text: the form's whole body may have 32 kB. */
const FORM_MOST = 9000;

/**
 * Keeps for this tab how the visitor came here: the first page's address counts, until a new campaign brings them again.
 * The plain form of /book takes it along in a hidden field; the dialog reads it by itself.
 */
export function keepAttribution(): void {
  let kept = '';
  try {
    const parameters = [...new URLSearchParams(location.search)].filter(([name]) => PARAMETER.test(name));
    kept = sessionStorage[ATTRIBUTION] ?? '';
    if (parameters.length > 0 || !kept) {
      const [referrer = ''] = document.referrer.split(/[?#]/);
      const foreign = referrer.startsWith(location.origin) ? '' : referrer;
      kept = JSON.stringify({ ...Object.fromEntries(parameters), landing: location.pathname, referrer: foreign });
      sessionStorage[ATTRIBUTION] = kept;
    }
  } catch {
    // Storage is blocked: then this page alone knows.
  }
  document.addEventListener('formdata', ({ formData }) => {
    if (encodeURIComponent(kept).length < FORM_MOST) formData.set(ATTRIBUTION, kept);
  });
}
