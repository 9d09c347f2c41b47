/** Markdown as an attacker of the help would write it; nothing of it may act, lead anywhere by itself, or fetch. */
export const hostile = `# Olá

<script>window.stolen = 'script'</script>

<img src="https://mau.example/a.png" onerror="window.stolen = 'img'">
<iframe src="https://mau.example/"></iframe>
<form action="https://mau.example/"><input name="senha"><button>Entrar</button></form>
<svg onload="window.stolen = 'svg'"></svg>
<a href="javascript:window.stolen = 'html'">html</a>
<style>body { display: none }</style>
<base href="https://mau.example/">
<meta http-equiv="refresh" content="0; url=https://mau.example/">

[script](javascript:window.stolen='link')
[maiúsculas](JaVaScRiPt:window.stolen='caps')
[espaço](<java\tscript:window.stolen='tab'>)
[entidade](javascript&colon;window.stolen='entity')
[vb](vbscript:msgbox)
[data](data:text/html,<script>window.stolen='data'</script>)
[blob](blob:https://mau.example/1)
[arquivo](file:///etc/passwd)
[usuário](https://banco.example@mau.example/)
[programa](ms-msdt:/id)
[de fora](https://fora.example/pagina?a=b)
[com título](https://fora.example/ "x\\" onclick=\\"window.stolen='title'")
<javascript:window.stolen='auto'>
[carta](mailto:ajuda@vitrine.example)

![imagem](https://mau.example/pixel.png)
![dados](data:image/svg+xml;base64,PHN2Zy8+)
![script](javascript:window.stolen='image')
![relativa](/imagens/tela.png)

[referência]: javascript:window.stolen='reference'
[referência] e texto[^1]

[^1]: nota <script>window.stolen='note'</script>

| a | b |
|---|---|
| <img src=x onerror=window.stolen='cell'> | [x](javascript:window.stolen='cell') |

- [x] feito
- [ ] a fazer

\`\`\`html
<script>window.stolen = 'code'</script>
\`\`\`
`
