import { expect, test } from 'vitest';
import { sanitizeOutside, sanitizeStatement } from '#features/problems/sanitize-statement.ts';

const ATTACKS = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="data:text/html,<script>alert(1)</script>">',
  '<img src="http://evil.example/pixel.png">',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
  '<math href="javascript:alert(1)">x</math>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="evil.swf"></object><embed src="evil.swf">',
  '<form action="https://evil.example"><input name="password"><button>Sign in</button></form>',
  '<style>body{display:none}</style>',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<div style="position:fixed;top:0;left:0;width:100%;height:100%">x</div>',
  '<div style="background:url(https://evil.example/x)">x</div>',
  '<div style="background-color:url(javascript:alert(1))">x</div>',
  '<div style="width:expression(alert(1))">x</div>',
  '<div class="mantine-Modal-overlay">x</div>',
  '<div id="root" name="root">x</div>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<p onclick="alert(1)" onmouseover=alert(1)>x</p>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror="alert(1)"></video>',
  '<textarea><script>alert(1)</script></textarea>',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
];

const DANGERS =
  /<(script|style|svg|iframe|object|embed|form|input|button|link|meta|base|template|video|source|details|noscript|textarea)\b|<[^>]*\son\w+\s*=|<[^>]*(javascript:|vbscript:|data:text|evil|position|expression|mantine|\sid=|\sname=)/i;

test.each(ATTACKS)('%s is disarmed', (attack) => {
  expect(sanitizeStatement(`<p>before</p>${attack}<p>after</p>`)).not.toMatch(DANGERS);
});

test('text around an attack stays', () => {
  expect(sanitizeStatement('<p>before</p><script>alert(1)</script><p>after</p>')).toBe(
    '<p>before</p><p>after</p>',
  );
});

test.each([
  '<table border="1"><tbody><tr><td colspan="2" style="text-align:center">1</td></tr></tbody></table>',
  '<img src="/uploads/images/a.png" alt="a picture" width="10" />',
  '<img src="https://example.org/a.png" />',
  '<img src="data:image/png;base64,AAAA" />',
  '<img src="problem-file:1a2b3c4d/figure.svg" alt="" style="width:50%" />',
  '<figure class="statement-illustration" style="width:30%"><figcaption>x</figcaption></figure>',
  '<math display="block"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>',
  '<span class="katex">x<sup>2</sup></span>',
  '<pre class="sample-input">1 2\n</pre>',
  '<p>1 &lt; 2 &amp;&amp; 3 &gt; 2</p>',
])('%s passes as it is', (html) => {
  expect(sanitizeStatement(html)).toBe(html);
});

test('a link opens beside the contest and tells nobody where it was', () => {
  const html = sanitizeStatement('<a href="https://example.org/">x</a>');
  expect(html).toContain('target="_blank"');
  expect(html).toContain('rel="noopener noreferrer nofollow"');
});

test('sanitising twice changes nothing', () => {
  for (const attack of ATTACKS) {
    const once = sanitizeStatement(attack);
    expect(sanitizeStatement(once)).toBe(once);
  }
});

test('class names of an outside system get its prefix, and its links go where nobody may know them', () => {
  const html =
    '<div class="problem_par modal tex-span"><a class="x" href="https://a.example.org/">here</a></div>';
  expect(sanitizeOutside(html, 'timus', true)).toBe(
    '<div class="timus-problem-par timus-modal tex-span"><a href="https://a.example.org/" target="_blank" rel="noopener noreferrer nofollow" class="timus-x">here</a></div>',
  );
  expect(sanitizeOutside(html, 'yandexOfficial', false)).toBe(
    '<div class="yandex-problem-par yandex-modal tex-span"><span>here</span></div>',
  );
});
