import { bookTemplate } from '#build/page-templates';

/** A form like the page's: unit tests need no build. */
export default bookTemplate(`<html><main><form><div id="form-problem" class="callout" role="alert" hidden></div>
<div><input class="input" id="book-name" name="name" type="text" aria-describedby="hint" required>
<p class="error" id="name-error" hidden></p></div>
<div><input id="book-phone" name="phone" type="tel"><p class="error" id="phone-error" hidden></p></div>
<label><input type="checkbox" name="texts" value="true">Text me</label>
<div><input id="book-email" name="email"><p class="error" id="email-error" hidden></p></div>
<div><input id="book-zipCode" name="zipCode"><p class="error" id="zipCode-error" hidden></p></div>
<div><select name="preferredContact"><option value="phone" selected>Phone</option><option value="email">Email</option></select></div>
<div><textarea name="message" rows="3"></textarea></div><div><input name="company"></div></form></main></html>`);
